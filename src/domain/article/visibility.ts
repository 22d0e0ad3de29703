/** Whether everyone finds an article in lists and searches, or only admins and editors of its dictionary. */
export type Visibility = 'shown' | 'hidden';
