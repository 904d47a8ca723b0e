import { describeAdminApi } from './admin-api.conformance.js';
import { openEmbedded } from './gateway-stand.conformance.js';

describeAdminApi('the embedded database', openEmbedded);
