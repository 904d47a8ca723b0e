import { describeAdminSources } from './admin-sources.conformance.js';
import { openEmbedded } from './gateway-stand.conformance.js';

describeAdminSources('the embedded database', openEmbedded);
