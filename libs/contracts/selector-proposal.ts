import { type ErrandState } from './errand.js';
import { type ParserOverride } from './site-file.js';

/** How selectors read one stored page. */
export interface ProposalCheck {
  url: string;
  title: boolean;
  publishTime: boolean;
  content: boolean;
}

/** Selectors that somebody may take over; nothing is changed by proposing them. */
export interface SelectorProposal {
  targetCode: string;
  /** At least three stored pages read with all fields, and the list with at least three dated rows. */
  accepted: boolean;
  listBy: 'inference' | 'model' | null;
  detailBy: 'inference' | 'model' | null;
  parser: ParserOverride;
  /** The same as a column of a site file. */
  yaml: string;
  listRows: number;
  checks: ProposalCheck[];
  /** Why it is not accepted, for people. */
  problems: string[];
}

/** GET /admin/api/selector-proposals/:id */
export interface SelectorProposalView {
  id: number;
  targetCode: string;
  state: ErrandState;
  proposal: SelectorProposal | null;
  error: string | null;
  /** A person, or the alert that asked for it. */
  createdBy: string;
  createdAt: string;
}
