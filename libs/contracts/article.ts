/** ready: usable downstream; failed: stored but empty; raw: page kept, not parsed. */
export type ArticleStatus = 'ready' | 'failed' | 'raw';
/** Stored words of the source documents: http tier and browser tier. */
export type StoredFetchStrategy = 'httpx' | 'playwright';
export type AttachmentStatus = 'pending' | 'downloaded' | 'failed';
export type ArticleChangeKind = 'UPSERT' | 'WITHDRAWN' | 'DELETE';
