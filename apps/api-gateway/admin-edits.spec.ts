import { describeAdminEdits } from './admin-edits.conformance.js';
import { openEmbedded } from './gateway-stand.conformance.js';

describeAdminEdits('the embedded database', openEmbedded);
