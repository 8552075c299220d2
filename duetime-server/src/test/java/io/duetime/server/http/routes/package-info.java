/** What each operation does and answers, and that its description agrees. */
@NullMarked
package io.duetime.server.http.routes;

import org.jspecify.annotations.NullMarked;
