import { describeSchema } from './conformance/schema.conformance.js';
import { openEmbedded } from './conformance/test-database.conformance.js';

describeSchema(openEmbedded);
