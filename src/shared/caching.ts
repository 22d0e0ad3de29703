/**
 * How long everyone may keep what everyone may read: `Cache-Control` of public reads, whichever face gives them.
 * Source: interface decisions, section 2, "Caching".
 */
export const PUBLIC_CACHING = 'public, max-age=60, stale-while-revalidate=600';
