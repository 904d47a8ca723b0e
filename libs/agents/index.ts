export { cutText, measureCharacters } from './context/measure.js';
export {
  type ChatAnswer,
  type ChatMessage,
  ChatModel,
  type ChatRequest,
  ModelError,
  type ModelFailure,
  type TokenUsage,
  type ToolCall,
} from './model/chat-model.js';
export { type AgentPhase, type CallRecord, ModelCalls } from './model/model-calls.js';
export {
  type ModelConfig,
  modelSettings,
  modelSetup,
  type ModelSetup,
  type ModelPrices,
} from './model/model-settings.js';
export { OpenAiModel } from './model/openai-model.js';
export { RunLedger, RunLimitError } from './model/run-ledger.js';
export { jsonArrayIn } from './phases/json-in-text.js';
export { byDate, rankItems, type RankedItem, type Ranking } from './phases/rank-items.js';
export { proposeSelectors } from './phases/propose-selectors.js';
export { summarizeDocument, type SummaryOutcome } from './phases/summarize-document.js';
export { buildSectionPrompt, navigationPrompt, quotePage, type SectionOrder } from './prompts.js';
export {
  type AgentEnd,
  type AgentProgress,
  type AgentResult,
  type AgentTool,
  runAgent,
  type ToolOutcome,
} from './run-agent.js';
