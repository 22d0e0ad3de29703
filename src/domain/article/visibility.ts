/** Whether everyone finds an article in lists and searches, or admins alone. */
export type Visibility = 'shown' | 'hidden';
