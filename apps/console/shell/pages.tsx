import AlertOutlined from '@ant-design/icons/es/icons/AlertOutlined';
import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined';
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined';
import CloudServerOutlined from '@ant-design/icons/es/icons/CloudServerOutlined';
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined';
import ExportOutlined from '@ant-design/icons/es/icons/ExportOutlined';
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined';
import FundViewOutlined from '@ant-design/icons/es/icons/FundViewOutlined';
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined';
import HighlightOutlined from '@ant-design/icons/es/icons/HighlightOutlined';
import PlusCircleOutlined from '@ant-design/icons/es/icons/PlusCircleOutlined';
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined';
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined';
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined';
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined';
import { lazy, type ComponentType, type ReactNode } from 'react';

export interface ConsolePage {
  path: string;
  label: string;
  /** Other words under which the command palette finds it. */
  words: string;
  icon: ReactNode;
  component: ComponentType;
  /** Fetches its file, so that it is there when it is opened. */
  prefetch: () => void;
}

export interface PageGroup {
  label: string;
  pages: ConsolePage[];
}

/** Every page of the console, in the order of the menu. Each is its own file: nobody waits for the others. */
export const PAGE_GROUPS: PageGroup[] = [
  {
    label: '概览',
    pages: [
      page('/', '仪表盘', 'dashboard 首页', <DashboardOutlined />, () => import('../pages/dashboard-page.js')),
      page('/stats', '统计分析', 'stats 图表 报表', <BarChartOutlined />, () => import('../pages/stats-page.js')),
    ],
  },
  {
    label: '采集',
    pages: [
      page('/sites', '站点', 'sites 网站', <GlobalOutlined />, () => import('../pages/sites-page.js')),
      page(
        '/wizard',
        '添加栏目',
        'wizard 向导 新增站点',
        <PlusCircleOutlined />,
        () => import('../pages/wizard-page.js'),
      ),
      page('/targets', '采集目标', 'targets 栏目', <ProfileOutlined />, () => import('../pages/targets-page.js')),
      page(
        '/workbench',
        '选择器',
        'workbench 选择器工作台 解析',
        <HighlightOutlined />,
        () => import('../pages/workbench-page.js'),
      ),
      page('/sources', '信息源', 'sources rss 订阅', <ReadOutlined />, () => import('../pages/sources-page.js')),
      page('/jobs', '任务', 'jobs 队列 计划', <UnorderedListOutlined />, () => import('../pages/jobs-page.js')),
    ],
  },
  {
    label: '内容',
    pages: [
      page('/articles', '文章', 'articles 搜索', <FileTextOutlined />, () => import('../pages/articles-page.js')),
      page(
        '/briefings',
        '简报',
        'briefings 摘要 智能体',
        <SnippetsOutlined />,
        () => import('../pages/briefings-page.js'),
      ),
      page(
        '/departments',
        '部门',
        'departments 单位',
        <ApartmentOutlined />,
        () => import('../pages/departments-page.js'),
      ),
      page(
        '/delivery',
        '下游交付',
        'delivery 消费者 积压',
        <ExportOutlined />,
        () => import('../pages/delivery-page.js'),
      ),
    ],
  },
  {
    label: '运维',
    pages: [
      page('/logs', '运行监控', 'logs 日志', <FundViewOutlined />, () => import('../pages/logs-page.js')),
      page('/hosts', '主机', 'hosts 冷却 熔断', <CloudServerOutlined />, () => import('../pages/hosts-page.js')),
      page('/alerts', '告警与通知', 'alerts', <AlertOutlined />, () => import('../pages/alerts-page.js')),
      page('/settings', '设置', 'settings 审计', <SettingOutlined />, () => import('../pages/settings-page.js')),
    ],
  },
];

export const PAGES: ConsolePage[] = PAGE_GROUPS.flatMap(({ pages }) => pages);

function page(
  path: string,
  label: string,
  words: string,
  icon: ReactNode,
  load: () => Promise<{ default: ComponentType }>,
): ConsolePage {
  // Without the network there is nothing to say yet: opening the page says it.
  const prefetch = () => void load().catch(() => undefined);
  return { path, label, words, icon, component: lazy(load), prefetch };
}
