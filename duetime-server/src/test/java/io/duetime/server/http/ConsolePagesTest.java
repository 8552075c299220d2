package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsolePagesTest {
  private static final Pattern ASSET = Pattern.compile("\\./(assets/[A-Za-z0-9_.-]+)");

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void thePageIsServedUnderAStrictPolicyAndAskedForAgain() {
    TestResponse page = server.get("/");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.response().headers().firstValue("Content-Type"))
        .hasValue("text/html; charset=utf-8");
    assertThat(page.response().headers().firstValue("Cache-Control")).hasValue("no-cache");
    assertThat(page.response().headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "http");
    assertThat(page.body()).doesNotContain("<script>", "http://", "https://");
  }

  @Test
  void everyFileOfThePageIsServedAndSentAgainOnlyIfItHasChanged() {
    Matcher assets = ASSET.matcher(server.get("/").body());
    int found = 0;
    while (assets.find()) {
      String path = "/" + assets.group(1);
      TestResponse asset = server.get(path);
      assertThat(asset.status()).as(path).isEqualTo(200);
      assertThat(asset.response().headers().firstValue("Cache-Control")).hasValue("no-cache");
      String tag = asset.response().headers().firstValue("ETag").orElseThrow();
      assertThat(getUnlessItIs(tag, path).status()).isEqualTo(304);
      assertThat(getUnlessItIs(tag, path).body()).isEmpty();
      assertThat(getUnlessItIs("W/\"0\"", path).status()).isEqualTo(200);
      TestResponse head = server.send("HEAD", path, BodyPublishers.noBody(), "If-None-Match", tag);
      assertThat(head.status()).isEqualTo(304);
      assertThat(head.response().headers().firstValue("Content-Length")).isEmpty();
      assertThat(asset.response().headers().firstValue("X-Content-Type-Options"))
          .hasValue("nosniff");
      found++;
    }
    assertThat(found).isGreaterThanOrEqualTo(2);
  }

  private TestResponse getUnlessItIs(String tag, String path) {
    return server.send("GET", path, BodyPublishers.noBody(), "If-None-Match", tag);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/none.js",
        "/assets/../index.html",
        "/assets/",
        "/assets/%2e%2e/index.html"
      })
  void whatIsNoFileOfItIsNotFound(String path) {
    assertThat(server.get(path).status()).isEqualTo(404);
  }

  @Test
  void theFilesNeedNoTokenAndTheCallsOfThePageDo() {
    server.token("root", "admin");

    assertThat(server.get("/").status()).isEqualTo(200);
    assertThat(server.get("/v1/queues").status()).isEqualTo(401);
    assertThat(server.send("POST", "/", BodyPublishers.noBody()).status()).isNotEqualTo(200);
  }
}
