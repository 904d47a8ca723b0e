import { describeAdminWork } from './admin-work.conformance.js';
import { openMariadb } from './gateway-stand.conformance.js';

describeAdminWork('MariaDB', openMariadb);
