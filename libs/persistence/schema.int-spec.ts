import { describeSchema } from './schema.conformance.js';
import { openMariadb } from './test-database.conformance.js';

describeSchema(openMariadb);
