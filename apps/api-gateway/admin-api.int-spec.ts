import { describeAdminApi } from './admin-api.conformance.js';
import { openMariadb } from './gateway-stand.conformance.js';

describeAdminApi('MariaDB', openMariadb);
