/** Tests of the commands about tokens. */
@NullUnmarked
package io.duetime.cli.token;

import org.jspecify.annotations.NullUnmarked;
