/** A number that only grows: article numbers, dictionary numbers, user numbers. */
export interface CounterRecord {
  readonly _id: string;
  readonly value: number;
}

/** What a database knows about itself: its format, the lock of migrations, what was done once. */
export interface SystemRecord {
  readonly _id: string;
  readonly version?: number;
  readonly oldestGateway?: number;
  readonly owner?: string;
  readonly until?: number;
  readonly progress?: unknown;
  readonly doneAt?: Date;
}

/** A person or an application that can log in. `passwordHash` never leaves the storage and account services. */
export interface AccountRecord {
  readonly nameKey: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly createdAt: Date;
}

export interface UserRecord extends AccountRecord {
  readonly number: number;
  readonly role: 'user' | 'admin';
}

export interface ApplicationRecord extends AccountRecord {
  readonly publicId: string;
  readonly email: string;
  readonly emailKey: string;
  readonly isPlatform: boolean;
}
