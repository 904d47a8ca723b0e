import { ConfigError } from '@govcrawler/core';
import { parseMysqlUrl } from './mysql-data-source.js';

describe('parseMysqlUrl', () => {
  it('reads host, port, user, password and database', () => {
    expect(parseMysqlUrl('mysql://gov:p%40ss%2Fword@db.internal:3307/gov%20crawler?charset=utf8mb4')).toEqual({
      host: 'db.internal',
      port: 3307,
      username: 'gov',
      password: 'p@ss/word',
      database: 'gov crawler',
    });
    expect(parseMysqlUrl('mariadb://root@[::1]/x')).toMatchObject({ host: '::1', port: 3306, password: '' });
    expect(parseMysqlUrl('mysql+pymysql://u:p@h/x')).toMatchObject({ host: 'h' });
  });

  it.each(['', 'postgres://u:p@h/x', 'mysql://u:p@h', 'mysql:///x', 'h:3306/x'])('refuses %j', (url) => {
    expect(() => parseMysqlUrl(url)).toThrow(ConfigError);
  });

  it('does not repeat the password', () => {
    expect(() => parseMysqlUrl('postgres://u:s3cret@h/x')).toThrow(/^(?!.*s3cret)/);
  });
});
