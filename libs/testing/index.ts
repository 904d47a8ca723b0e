export { startSimWeb, type SimSite, type SimWeb, type SimWebOptions } from './sim-web/sim-web.js';
export { agentPortal, countySites } from './sim-web/sim-catalogue.js';
export { type DialectId } from './sim-web/dialects/dialect.js';
export { type Fault, type FaultPlan } from './sim-web/faults.js';
export { askSimWeb, type SimAnswer } from './sim-web/sim-client.js';
export { RequestLog, type RequestRecord } from './sim-web/request-log.js';
export {
  type AttachmentFormat,
  type DocumentKind,
  type PageEncoding,
  type SimAttachment,
  type SimDocument,
  type SimListing,
} from './sim-web/sim-document.js';
export {
  openProcessCluster,
  SERVICES,
  ServiceProcess,
  type ProcessCluster,
  type ServiceName,
} from './processes/process-cluster.js';
export { runProgram, startProgram, type ProgramResult, type RunningProgram } from './processes/run-program.js';
export { openEmbeddedStand, type EmbeddedStand } from './servers/embedded-stand.js';
export { openMariadbStand, type MariadbStand } from './servers/mariadb-stand.js';
export { openClusterStand, type ClusterStand, withRedisSettings } from './servers/cluster-stand.js';
export { selfSignedCertificate } from './servers/self-signed-certificate.js';
export { fillCorpus, type CorpusSize } from './corpus/fill-corpus.js';
export { openCorpus, type CorpusDatabase } from './corpus/open-corpus.js';
export { SeededRandom } from './sim-web/seeded-random.js';
export { ENDLESS, MISBEHAVIOURS, type Misbehaviour } from './model-server/misbehaviours.js';
export { diligentModel } from './model-server/diligent-model.js';
export { type ScriptedReply, type WireRequest } from './model-server/model-protocol.js';
export {
  type MisbehaviourPlan,
  type ModelServer,
  type ReceivedCall,
  startModelServer,
} from './model-server/model-server.js';
