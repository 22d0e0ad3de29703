/** The parts of an article that can be read alone, as they were written. */
export const ARTICLE_PARTS = ['entry', 'category', 'class', 'type', 'form', 'example'] as const;

export type ArticlePart = (typeof ARTICLE_PARTS)[number];
