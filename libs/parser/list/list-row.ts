/** One document as a list page shows it. */
export interface ListRow {
  /** Absolute. */
  url: string;
  title: string;
  /** YYYY-MM-DD in Asia/Shanghai. */
  publishDate: string | null;
  /** Set when the list prints a time of day. */
  publishTime: Date | null;
  /** Marked 置顶: its place in the list says nothing about its age. */
  pinned: boolean;
  /** The row links a file (PDF, Word), not a page. */
  isFile: boolean;
}
