/** ready: usable downstream; failed: stored but empty; raw: page kept, not parsed. */
export type ArticleStatus = 'ready' | 'failed' | 'raw';
/** Stored words of the source documents: http tier and browser tier. */
export type StoredFetchStrategy = 'httpx' | 'playwright';
export type AttachmentStatus = 'pending' | 'downloaded' | 'failed';
/** What became of reading a downloaded attachment's text; `limited`: a named limit cut it short, what was read is kept. */
export type AttachmentTextStatus = 'ready' | 'empty' | 'needs_ocr' | 'limited' | 'failed';
export type ArticleChangeKind = 'UPSERT' | 'WITHDRAWN' | 'DELETE';
