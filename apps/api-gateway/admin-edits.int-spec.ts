import { describeAdminEdits } from './admin-edits.conformance.js';
import { openMariadb } from './gateway-stand.conformance.js';

describeAdminEdits('MariaDB', openMariadb);
