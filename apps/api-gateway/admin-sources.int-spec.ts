import { describeAdminSources } from './admin-sources.conformance.js';
import { openMariadb } from './gateway-stand.conformance.js';

describeAdminSources('MariaDB', openMariadb);
