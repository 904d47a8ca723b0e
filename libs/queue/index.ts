export { errandQueueOptions } from './errand-queue.js';
export { HeldLease, type LeaseRequest } from './held-lease.js';
export { HostLanes, type Reconciled, type UnfinishedJob } from './host-lanes.js';
export { HostLeases, type HostLease } from './host-leases.js';
export { laneName, type LaneDepth } from './lane.js';
export { LaneDispatcher, type LaneDispatcherOptions } from './lane-dispatcher.js';
export { type LaneEvent, type LaneHandler, type LaneOutcome, type RunningJob } from './lane-handler.js';
export { openQueueBackend, type QueueBackend, type QueueBackendOptions } from './queue-backend.js';
export { QUEUES, type QueueKind } from './queue-options.js';
