import { describeErrandApi } from './errands.conformance.js';
import { openMariadb } from './gateway-stand.conformance.js';

describeErrandApi('MariaDB', openMariadb);
