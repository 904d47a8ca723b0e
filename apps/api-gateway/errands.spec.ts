import { describeErrandApi } from './errands.conformance.js';
import { openEmbedded } from './gateway-stand.conformance.js';

describeErrandApi('the embedded database', openEmbedded);
