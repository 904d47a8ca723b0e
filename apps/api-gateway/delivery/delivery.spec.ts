import { openEmbedded } from '../gateway-stand.conformance.js';
import { describeDelivery } from './delivery.conformance.js';

describeDelivery(openEmbedded);
