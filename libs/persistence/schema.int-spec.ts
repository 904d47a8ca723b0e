import { describeSchema } from './conformance/schema.conformance.js';
import { openMariadb } from './conformance/test-database.conformance.js';

describeSchema(openMariadb);
