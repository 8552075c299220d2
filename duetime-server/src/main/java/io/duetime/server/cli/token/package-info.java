/** Makes, lists, rotates and revokes tokens, and lists the audit log. */
@NullMarked
package io.duetime.server.cli.token;

import org.jspecify.annotations.NullMarked;
