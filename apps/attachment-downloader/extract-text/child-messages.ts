import { type FileType } from '../identify/file-types.js';
import { type Extraction, type ExtractionLimits } from './extraction.js';

/** What the parent asks a child to read. */
export interface ChildQuestion {
  id: number;
  mode: 'text' | 'ocr';
  path: string;
  type: FileType;
  limits: ExtractionLimits;
}

/** What a child says: that it is loaded, or what it read. */
export type ChildAnswer = { ready: true } | { id: number; extraction: Extraction };
