import { ProblemException } from '../http/problem.js';
import { type FeedRefusal } from './read-feed.js';

const DETAILS: Record<FeedRefusal, string> = {
  consumer_not_found: '请先创建消费者，或检查名称',
  cursor_invalid: '请原样使用接口返回的游标',
  cursor_ahead: '游标超出了变更日志的末尾：数据库可能已恢复到较早的备份，请重置消费者',
  cursor_superseded: '消费者已被重置，请不带游标重新读取',
  filter_not_allowed: '消费者的过滤条件在创建时确定，读取时不能另外指定',
};

/** A refusal of the feed as an HTTP problem. */
export function feedProblem(refusal: FeedRefusal): ProblemException {
  return new ProblemException(refusal, { detail: DETAILS[refusal] });
}
