import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined';
import { Popover } from 'antd';
import { failureAdvice, type FailureAdvice } from './failure-advice.js';

/** A failure in the platform's words, with what it means and what to do where we know it. */
export function Failure({ message }: { message: string }) {
  const advice = failureAdvice(message);
  return (
    <span className="failure">
      <span className="failure-text" title={message}>
        {advice ? advice.title : message}
      </span>
      {advice && <Help advice={advice} message={message} />}
    </span>
  );
}

/** The question mark that opens what something means and what to do about it. */
export function Help({ advice, message }: { advice: FailureAdvice; message?: string }) {
  return (
    <Popover
      title={advice.title}
      trigger={['hover', 'focus']}
      content={
        <dl className="advice">
          <dt>原因</dt>
          <dd>{advice.cause}</dd>
          <dt>处理</dt>
          <dd>{advice.remedy}</dd>
          {message && (
            <>
              <dt>原文</dt>
              <dd>
                <code>{message}</code>
              </dd>
            </>
          )}
        </dl>
      }
    >
      <button type="button" className="help-button" aria-label={`${advice.title}：原因与处理`}>
        <QuestionCircleOutlined />
      </button>
    </Popover>
  );
}
