/** Tests of calls and their answers. */
@NullMarked
package io.duetime.server.http.call;

import org.jspecify.annotations.NullMarked;
