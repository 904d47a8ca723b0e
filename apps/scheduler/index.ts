export { schedulerConfigSchema, type SchedulerConfig } from './config.js';
export { HttpRunRequests, type GatewayAccess } from './http-run-requests.js';
export { loadCalendar } from './load-calendar.js';
export { ScheduleLoop } from './schedule-loop.js';
export { SchedulerModule, type SchedulerInfrastructure } from './scheduler.module.js';
export { Clock, RunRequests, ScheduledTargets, SystemClock, type RunAnswer } from './scheduler-ports.js';
export { SchedulerStatus } from './scheduler-status.js';
export { renderSimulation, simulateTraces, type SimulationResult } from './simulate-traces.js';
