import { describeHostStateStore } from './host-state.conformance.js';
import { InProcessHostState } from './in-process-host-state.js';

describeHostStateStore('in process', async (rules, clock) => ({
  store: new InProcessHostState(rules, clock),
  close: async () => undefined,
}));
