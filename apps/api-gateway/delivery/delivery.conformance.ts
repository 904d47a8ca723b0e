import { WebhookPoster } from '@govcrawler/fetch';
import { openGateway, type GatewayStand, type OpenedDatabase } from '../gateway-stand.conformance.js';
import { describeDeliveryDoc } from './delivery-doc.conformance.js';
import { describeGrpcDelivery } from './delivery-grpc.conformance.js';
import { describeGrpcLimits } from './delivery-grpc-limits.conformance.js';
import { describeMcp } from './delivery-mcp.conformance.js';
import { describeMetrics } from './delivery-metrics.conformance.js';
import { describePush } from './delivery-push.conformance.js';
import { describeRestDelivery } from './delivery-rest.conformance.js';
import { describeWarc } from './delivery-warc.conformance.js';
import { WebhookReceiver } from './webhook-receiver.conformance.js';

/** Everything that leaves the house for consumers, on one gateway. */
export function describeDelivery(open: () => Promise<OpenedDatabase>): void {
  describe('delivery', () => {
    let stand: GatewayStand;
    let receiver: WebhookReceiver;
    let poster: WebhookPoster;
    beforeAll(async () => {
      receiver = await WebhookReceiver.open();
      poster = new WebhookPoster({ internalReceivers: [receiver.host], timeoutMs: 2_000 });
      stand = await openGateway(open, null, { grpc: { host: '127.0.0.1', port: 0 }, webhooks: poster });
    }, 120_000);
    afterAll(async () => {
      await stand?.close();
      poster?.close();
      await receiver?.close();
    });

    describeRestDelivery(() => stand);
    describeGrpcDelivery(() => stand);
    describeGrpcLimits(() => stand);
    describeMetrics(() => stand);
    describePush(
      () => stand,
      () => receiver,
    );
    describeMcp(() => stand);
    describeWarc(() => stand);
    describeDeliveryDoc(() => stand);
  });
}
