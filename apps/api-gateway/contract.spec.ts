import { describeContract } from './contract.conformance.js';
import { openEmbedded } from './gateway-stand.conformance.js';

describeContract('the embedded database', openEmbedded);
