package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerSettingsTest {
  @Test
  void whatPeopleReadOfAStoreHasNoPasswordInIt() {
    assertThat(nameOf("redis://me:secret@host/1?prefix=a")).isEqualTo("redis://…@host/1?…");
    assertThat(nameOf("redis://:sec/ret@host")).isEqualTo("redis://…@host");
    assertThat(nameOf("redis://:sec@ret@host")).isEqualTo("redis://…@host");
    assertThat(nameOf("redis-sentinel://a,b?sentinelPassword=secret&master=m"))
        .isEqualTo("redis-sentinel://a,b?…");
    assertThat(nameOf("embedded:./a@b")).isEqualTo("embedded:./a@b");
  }

  private static String nameOf(String store) {
    return ServerSettings.builder().store(store).build().textOf(Setting.STORE);
  }
}
