/** How bodies and streams are read, also broken ones. */
@NullMarked
package io.duetime.server.http.intake;

import org.jspecify.annotations.NullMarked;
