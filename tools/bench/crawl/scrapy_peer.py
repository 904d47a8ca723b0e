# The same crawl by Scrapy: list pages, documents, the same fields, one transaction per document.
import json
import re
import resource
import sys
from urllib.parse import urlparse

import MySQLdb
import scrapy
from scrapy.core.downloader.handlers.http11 import ScrapyAgent
from scrapy.crawler import CrawlerProcess
from twisted.enterprise import adbapi
from twisted.internet.endpoints import TCP4ClientEndpoint
from twisted.web.client import Agent

given = json.loads(sys.argv[1])
FILE = re.compile(r"\.(pdf|docx?|xlsx?|wps|et|ofd|zip|rar)$", re.I)


class LocalAgent(Agent):
    """Finds every host on this machine. A proxy would share one kept connection among all of them."""

    def _getEndpoint(self, uri):
        return TCP4ClientEndpoint(self._reactor, "127.0.0.1", given["port"])


ScrapyAgent._Agent = LocalAgent


class Store:
    """Items into MariaDB, over a pool of threads so that the reactor does not wait."""

    def open_spider(self, spider):
        address = urlparse(given["databaseUrl"])
        self.pool = adbapi.ConnectionPool(
            "MySQLdb", host=address.hostname, port=address.port, user=address.username, passwd="",
            db=address.path[1:], charset="utf8mb4", cp_max=8,
        )

    def close_spider(self, spider):
        self.pool.close()

    def process_item(self, item, spider):
        return self.pool.runInteraction(self.store, item)

    def store(self, cursor, item):
        cursor.execute(
            "INSERT INTO bench_article (url, title, publish_date, source, publisher, doc_no, index_no, content_html,"
            " content_text, raw_html) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [item[name] for name in ("url", "title", "publish_date", "source", "publisher", "doc_no", "index_no",
                                     "content_html", "content_text", "raw_html")],
        )
        article = cursor.lastrowid
        for url, name in item["attachments"]:
            cursor.execute("INSERT INTO bench_attachment (article_id, url, name) VALUES (%s, %s, %s)", [article, url, name])
        return item


class Policies(scrapy.Spider):
    name = "policies"
    custom_settings = {
        "CONCURRENT_REQUESTS": given["concurrency"],
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": True,
        "LOG_ENABLED": False,
        "ITEM_PIPELINES": {Store: 100},
        "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
    }

    def start_requests(self):
        for url in given["lists"]:
            yield self.ask(url, self.parse)

    def ask(self, url, callback, **meta):
        return scrapy.Request(url, callback, meta=meta)

    def parse(self, response):
        for row in response.css("ul.liBox > li"):
            url = response.urljoin(row.css("a::attr(href)").get())
            title = row.css("a::attr(title)").get()
            date = row.css("span.date::text").get()
            if FILE.search(urlparse(url).path):
                yield {"url": url, "title": title, "publish_date": date, "source": None, "publisher": None, "doc_no": None,
                       "index_no": None, "content_html": "", "content_text": "", "raw_html": "", "attachments": [(url, title)]}
            else:
                yield self.ask(url, self.parse_document, date=date)
        pages = re.search(r"createPageHTML\((\d+), (\d+)", response.text)
        if pages and int(pages[2]) + 1 < int(pages[1]):
            yield self.ask(response.urljoin(f"index_{int(pages[2]) + 1}.html"), self.parse)

    def parse_document(self, response):
        # The pages close their html element in the middle, as real ones do; libxml2 drops what follows.
        page = scrapy.Selector(text=response.text.replace("</html>", ""))
        facts = {}
        for label in page.css("table.fact_table td.label"):
            value = label.xpath("string(following-sibling::td[1])").get().strip()
            facts[re.sub(r"[\s\u00a0\uff1a]", "", label.xpath("string()").get())] = value or None
        content = page.css("#UCAP-CONTENT")
        yield {
            "url": response.url,
            "title": page.css("h1.title::text").get(),
            "publish_date": response.meta["date"],
            "source": page.css('meta[name="ContentSource"]::attr(content)').get() or None,
            "publisher": facts.get("\u53d1\u6587\u673a\u5173"),
            "doc_no": facts.get("\u53d1\u6587\u5b57\u53f7"),
            "index_no": facts.get("\u7d22\u5f15\u53f7"),
            "content_html": content.get(),
            "content_text": "\n".join(text.strip() for text in content.css("::text").getall() if text.strip()),
            "raw_html": response.text,
            "attachments": [
                (response.urljoin(link.attrib["href"]), link.css("::text").get())
                for link in content.css('a[appendix="true"]')
            ],
        }


process = CrawlerProcess({"LOG_ENABLED": False})
process.crawl(Policies)
process.start()
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"cpuMs": (usage.ru_utime + usage.ru_stime) * 1000, "maxRssMb": usage.ru_maxrss / 1024}))
