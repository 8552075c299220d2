/** Tests of the commands about tokens. */
@NullUnmarked
package io.duetime.server.cli.token;

import org.jspecify.annotations.NullUnmarked;
