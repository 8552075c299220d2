/** Tests of quotas: their file, and the calls that they refuse. */
@NullUnmarked
package io.duetime.server.quota;

import org.jspecify.annotations.NullUnmarked;
