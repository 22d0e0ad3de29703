// Replaces modules that browsers do not need.
export {};
