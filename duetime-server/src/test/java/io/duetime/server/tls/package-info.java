/** Tests of TLS, with certificates made by keytool. */
@NullUnmarked
package io.duetime.server.tls;

import org.jspecify.annotations.NullUnmarked;
