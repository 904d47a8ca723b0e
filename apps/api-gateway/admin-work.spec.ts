import { describeAdminWork } from './admin-work.conformance.js';
import { openEmbedded } from './gateway-stand.conformance.js';

describeAdminWork('the embedded database', openEmbedded);
