import { describeContract } from './contract.conformance.js';
import { openMariadb } from './gateway-stand.conformance.js';

describeContract('MariaDB', openMariadb);
