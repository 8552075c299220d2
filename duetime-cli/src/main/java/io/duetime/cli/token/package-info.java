/** Makes, lists, rotates and revokes tokens, and lists the audit log. */
@NullMarked
package io.duetime.cli.token;

import org.jspecify.annotations.NullMarked;
