// Stands for what browsers do not need.
export {};
